export { type CsvOptions, tableFromCsv } from "../libraries/tables/tableFromCsv.ts";
