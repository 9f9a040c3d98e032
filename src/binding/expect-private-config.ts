import { InvalidConfig } from '../errors/config-errors.js'
import type { DefaultSession } from '../model/records.js'
import type { ConfigQrl } from './event.js'

/** The part of Qwik's platform that says which of the browser's files a function is in. */
export interface SymbolPlatform {
  chunkForSymbol(
    symbol: string,
    chunk: string | null,
    parent?: string,
  ): readonly [symbol: string, chunk: string] | undefined
}

const cure =
  'Import `routeAuth$` by name from "latchkey", and call it at the top level of that module. The plugin of latchkey/vite finds such mistakes when you build.'

/** Stands for no file; with a parent, Qwik says nothing of a function that it does not find. */
const noFile = 'latchkey'

/**
 * Refuses a config function that Qwik's optimizer has not taken out of its module, and one that reads
 * variables of a function around it. Either way the browser's files contain what the config is made of.
 */
export function expectOwnSegment<S extends DefaultSession>(configQrl: ConfigQrl<S>): void {
  // The names that Qwik counts up at run time, in place of the optimizer's hashes.
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
  // Before the first page Qwik has not read the manifest, and names the file `_`.
  if (file === '_' || file.startsWith(noFile)) return
  throw new InvalidConfig(
    `The config function is published to the browser, in ${file}. ${cure} Then change the secrets that were published.`,
  )
}
