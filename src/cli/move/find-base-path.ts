import { findConfigCalls, findOption } from './config-objects.js'
import type { ParsedFile } from './parsed-file.js'
import { formerBasePath } from './rewrite-config.js'
import { callsServerAuth } from './rewrite-hooks.js'

/** Returns the path of the app's auth routes after the move. */
export function findBasePath(files: readonly ParsedFile[]): string {
  if (files.some(callsServerAuth)) return formerBasePath
  const written = files.flatMap((file) =>
    findConfigCalls(file, (_name, from) => from.startsWith('latchkey'))
      .flatMap(({ objects }) => objects)
      .flatMap((object) => {
        const option = findOption(file, object, 'basePath')
        const value =
          option && file.ts.isPropertyAssignment(option) ? option.initializer : undefined
        return value && file.ts.isStringLiteralLike(value) ? [value.text] : []
      }),
  )
  return written[0] ?? '/auth'
}
