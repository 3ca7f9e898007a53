/** A saved page with a picture of bodies in space. */
import { ViewPane } from "../panels/viewPane.ts";
import { showSavedModel } from "./savedPage.ts";

showSavedModel((studio) => new ViewPane(studio));
