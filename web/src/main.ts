import "./base.css";
import "./fonts.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { startRouter } from "./router.svelte";
import { startSettings } from "./settings.svelte";

startSettings();
startRouter();
mount(App, { target: document.getElementById("app")! });
