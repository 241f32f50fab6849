// Where there is nothing: the page says so and leads back.
import * as device from "./device.js";

device.prepare();
