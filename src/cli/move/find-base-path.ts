import { findConfigCalls, objectsOf } from './config-calls.js'
import { isHandler } from './doors.js'
import type { FindModule } from './modules.js'
import type { ParsedFile } from './parsed-file.js'
import { formerBasePath } from './rewrite-config.js'
import { callsServerAuth } from './hook-makers.js'
import { findSettings } from './settings.js'

/** Returns the path of the app's auth routes after the move. */
export function findBasePath(files: readonly ParsedFile[], findModule: FindModule): string {
  if (files.some((file) => callsServerAuth(file, findModule))) return formerBasePath
  const written = files.flatMap((file) =>
    findConfigCalls(file, mayServe, findModule)
      .flatMap(objectsOf)
      .flatMap((one) => findSettings(one, 'basePath'))
      .flatMap(({ value }) => (value && file.ts.isStringLiteralLike(value) ? [value.text] : [])),
  )
  return written[0] ?? '/auth'
}

function mayServe(name: string, specifier: string): boolean {
  return specifier.startsWith('latchkey') || isHandler(name, specifier)
}
