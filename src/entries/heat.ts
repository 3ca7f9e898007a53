export { HeatCapacitor } from "../libraries/heat/storage.ts";
