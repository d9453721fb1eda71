import "./base.css";
import "./fonts.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { startApp } from "./device/start";
import { startRouter } from "./router.svelte";
import { startSound } from "./sound/playback.svelte";
import { startSettings } from "./settings.svelte";
import { startSettled } from "./settled";

startSettings();
startRouter();
startSound();
startApp();
startSettled();
mount(App, { target: document.getElementById("app")! });
