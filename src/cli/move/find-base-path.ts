import { findConfigCalls, findOption, objectsOf } from './config-calls.js'
import type { FindModule } from './modules.js'
import type { ParsedFile } from './parsed-file.js'
import { formerBasePath } from './rewrite-config.js'
import { callsServerAuth } from './hook-makers.js'

/** Returns the path of the app's auth routes after the move. */
export function findBasePath(files: readonly ParsedFile[], findModule: FindModule): string {
  if (files.some((file) => callsServerAuth(file, findModule))) return formerBasePath
  const written = files.flatMap((file) =>
    findConfigCalls(file, (_name, from) => from.startsWith('latchkey'), findModule)
      .flatMap(objectsOf)
      .flatMap(({ file: { ts }, object }) => {
        const option = findOption(file, object, 'basePath')
        const value = option && ts.isPropertyAssignment(option) ? option.initializer : undefined
        return value && ts.isStringLiteralLike(value) ? [value.text] : []
      }),
  )
  return written[0] ?? '/auth'
}
