declare module 'dynalite' {
  import type { Server } from 'node:http'

  /** The package has no types. These are for the options that the tests use. */
  export default function dynalite(options: { readonly createTableMs: number }): Server
}
