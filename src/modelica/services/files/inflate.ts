/** Decompression, in a file of its own: the build puts the library inside, so that browsers load the package as it is. */
export { unzlibSync } from "fflate";
