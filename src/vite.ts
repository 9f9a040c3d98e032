import type { Plugin } from 'vite'

/** Doors whose `FrameworkAuth$` takes a config function. */
const namedImport = /\bimport\s*\{([^}]*)\}\s*from\s*(['"])latchkey\2/g

/** What the optimizer calls the module of a config function. */
const configModule = /_FrameworkAuth_[^/\\]*\.js$/

/** A segment that Qwik emptied still exists, as a null. */
const emptied =
  /^\s*(?:export\s+)?(?:const|var|let)\s+[\w$]+\s*=\s*(?:\/\*[^*]*\*\/\s*)?(?:null|undefined|\(\)\s*=>\s*\{\s*\})/

/**
 * Keeps the config function of `FrameworkAuth$` on the server.
 *
 * Qwik's optimizer publishes the argument of every `…$()` call to the browser, unless the imported
 * name begins with one of its own prefixes, such as `server`. In client builds this plugin imports
 * `serverAuth$` under the name that the application uses; if a config function is found in the
 * browser's files all the same, the build fails.
 *
 * Put it before `qwikVite()`.
 */
export function latchkey(): Plugin {
  return {
    name: 'latchkey',
    enforce: 'pre',
    transform: {
      order: 'pre',
      handler(code) {
        if (this.environment.config.consumer !== 'client') return null
        const changed = code.replace(namedImport, renameImport)
        return changed === code ? null : { code: changed, map: null }
      },
    },
    generateBundle(_options, bundle) {
      if (this.environment.config.consumer !== 'client') return
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue
        for (const [id, module] of Object.entries(output.modules)) {
          if (configModule.test(id) && module.code && !emptied.test(module.code)) {
            this.error(
              `The config function of FrameworkAuth$ would be published in ${output.fileName}. ` +
                'Import FrameworkAuth$ or serverAuth$ by name from "latchkey", not through another module.',
            )
          }
        }
      }
    },
  }
}

function renameImport(statement: string, names: string): string {
  const renamed = names.replace(
    /\bFrameworkAuth\$(\s+as\s+[\w$]+)?/g,
    (_, alias: string | undefined) => `serverAuth$${alias ?? ' as FrameworkAuth$'}`,
  )
  return statement.replace(names, () => renamed)
}
