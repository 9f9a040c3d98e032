import { InvalidConfig } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import type { ConfigQrl } from './event.js'

/** The part of Qwik's platform that maps a function to one of the browser's files. */
export interface SymbolPlatform {
  chunkForSymbol(
    symbol: string,
    chunk: string | null,
    parent?: string,
  ): readonly [symbol: string, chunk: string] | undefined
}

const cure =
  'Import `routeAuth$` by name from "latchkey", and call it at the top level of that module. The plugin of latchkey/vite finds such mistakes when you build.'

/**
 * Means that there is no file. With a parent, Qwik does not warn about a function that it cannot
 * find.
 */
const noFile = 'latchkey'

/**
 * Refuses a config function that Qwik's optimizer did not extract from its module, and one that
 * reads variables of an enclosing function. In both cases the browser's files contain parts of the
 * config.
 */
export function expectOwnSegment<S extends DefaultSession>(configQrl: ConfigQrl<S>): void {
  // Qwik numbers a function at run time if the optimizer has not given it a hash.
  if (/^s\d+$/.test(configQrl.getHash())) {
    throw new InvalidConfig(`Qwik's optimizer has not seen the call of the initializer. ${cure}`)
  }
  if (configQrl.getCaptured?.()?.length) {
    throw new InvalidConfig(
      `The config function reads variables of the function around it, and the browser gets these. ${cure}`,
    )
  }
}

/** Refuses a config function that the client build has put into one of the browser's files. */
export function expectUnpublished<S extends DefaultSession>(
  configQrl: ConfigQrl<S>,
  platform: SymbolPlatform,
): void {
  const [, file = noFile] =
    platform.chunkForSymbol(configQrl.getSymbol?.() ?? '', null, noFile) ?? []
  // Until Qwik serves the first page, it has not read the manifest and names the file `_`.
  if (file === '_' || file.startsWith(noFile)) return
  throw new InvalidConfig(
    `The config function is published to the browser, in ${file}. ${cure} Then change the secrets that were published.`,
  )
}
