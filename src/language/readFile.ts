/**
 * Files that a model names, such as the meshes of its shapes.
 *
 * A model holds names only. Whoever translates it hands in how a name becomes content: from a disk, from the network before, from
 * memory. So models stay data, and the one who runs them decides what they may read.
 */

/**
 * Gives the content of a file; undefined when there is none. Names are relative to the folder of the model, with `/` between
 * folders. A name that may not be read is an error, thrown by the reader.
 */
export type ReadFile = (name: string) => Uint8Array | undefined;
