/** A saved page without bodies in space. */
import { showSavedModel } from "./savedPage.ts";

showSavedModel();
