import "../../fonts.css";
import "../../base.css";

import { mount } from "svelte";

import { startSettings } from "../../settings.svelte";
import { startSettled } from "../../settled";
import Circles from "./Circles.svelte";
import Gallery from "./Gallery.svelte";
import Scenes from "./Scenes.svelte";
import Tables from "./Tables.svelte";

startSettings();
startSettled();
const asked = new URLSearchParams(location.search);
if (asked.has("day")) document.documentElement.dataset["theme"] = "light";
mount(asked.has("circle") ? Circles : asked.has("scene") ? Scenes : asked.has("table") ? Tables : Gallery, { target: document.getElementById("app")! });
