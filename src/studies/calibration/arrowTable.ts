/** Tables of Arrow files, in a file of its own: the build puts the library inside, so that browsers load the package as it is. */
export { tableFromIPC } from "@uwdata/flechette";
