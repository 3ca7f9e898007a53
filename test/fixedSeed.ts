/** Property tests draw the same samples in every run; those that name a seed of their own keep it. */
import fc from "fast-check";

fc.configureGlobal({ seed: 20261116 });
