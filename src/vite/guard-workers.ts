import type { Plugin } from 'vite'
import { isOwn, mayCall, resolveOnly } from './app-module.js'
import type { Bundle } from './bundle.js'
import { findConfigCalls, Unsafe } from './find-calls.js'
import { findUnfollowed } from './find-unfollowed.js'
import { keepConstants } from './keep-constants.js'
import { parseModule } from './parse-module.js'
import { createResolve } from './resolve-import.js'
import { hideSources, modulesOf } from './source-maps.js'
import { createMemory, resolveOnce } from './memory.js'

interface WorkerHooks {
  readonly keep: (bundle: Bundle, modules: ReadonlySet<string>) => void
  /** Returns the modules whose text no source map may contain. */
  readonly secretIds: () => ReadonlySet<string>
}

const refusal =
  'A web worker imports a module that uses an initializer. The config would be published. Move what the worker needs into a file of its own, and import it there.'

/**
 * The part of the plugin that runs in the build of a web worker, where Qwik strips nothing. A worker
 * never needs a module with a config function, so the build fails if it imports one. `keep`
 * receives each worker's bundle and modules. The bundle is searched together with the browser's files.
 */
export function guardWorkers({ keep, secretIds }: WorkerHooks): Plugin {
  const memory = createMemory()
  return {
    name: 'latchkey:worker',
    enforce: 'pre',
    options(given) {
      return keepConstants(given, this.meta)
    },
    buildStart: () => memory.clear(),
    transform: {
      order: 'pre',
      async handler(code, id) {
        if (!mayCall(code, id)) return null
        const resolve = resolveOnly(resolveOnce(createResolve(this), memory), false)
        try {
          const { calls } = await findConfigCalls(await parseModule(code, id), id, {
            ...memory,
            resolve,
          })
          if (calls.length === 0) return null
        } catch (error) {
          if (!(error instanceof Unsafe)) throw error
        }
        return this.error(`${id}: ${refusal}`)
      },
    },
    async generateBundle({ dir = '' }, output) {
      const unfollowed = await findUnfollowed(this, createResolve(this), isOwn)
      if (unfollowed !== undefined) this.error(`${unfollowed}: ${refusal}`)
      const known = modulesOf(this)
      hideSources(output, { folder: dir, secret: secretIds(), known })
      keep(output, known)
    },
  }
}
