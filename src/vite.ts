import { normalizePath, type Plugin } from 'vite'
import { admitNode } from './http/form-post.js'
import { isForeign, isOwn, mayCall, optimizedFrom, resolveOnly } from './vite/app-module.js'
import { findConfigValues } from './vite/config-values.js'
import { authPathOf, escapeAuthPath } from './vite/escape-auth-path.js'
import { explainUnanswered } from './vite/explain-unanswered.js'
import { findConfigCalls, Unsafe } from './vite/find-calls.js'
import { readSources } from './vite/find-instances.js'
import { guardWorkers } from './vite/guard-workers.js'
import { isRouteTable, reloadAuthPages } from './vite/reload-auth-pages.js'
import { parseModule } from './vite/parse-module.js'
import { findPublished, type Bundle, type ConfigValue } from './vite/published-values.js'
import { createResolve } from './vite/resolve-import.js'
import { hideSources } from './vite/source-maps.js'
import { refuseAddresses, refuseText } from './vite/refuse-text.js'
import { stripConfig } from './vite/strip-config.js'
import { findUnfollowed } from './vite/find-unfollowed.js'
import {
  explainDoor,
  explainInitializer,
  findQwikVersion,
  isAliased,
  type Alias,
  type QwikVersion,
} from './vite/wrong-door.js'

/** Options of the plugin. The plugin cannot read them from the config. */
export interface LatchkeyOptions {
  /** The config's `basePath`, preceded by the app's base path. Default: `/auth`. */
  readonly basePath?: string
  /**
   * Values that the config function reads and that you allow in the browser's files, such as the
   * site's name. Write `['siteName']`, or `['src/site.ts#siteName']` for an export of one file. The
   * build fails if the browser's files contain any other value that the config reads. Default:
   * `[]`.
   */
  readonly publicValues?: readonly string[]
}

const advice =
  'Import `routeAuth$`, `FrameworkAuth$` or `QwikAuth$` by name, and call it at the top level of the module that imports it.'

const adviceForLocal = 'Move what the browser needs into a file of its own, and import it there.'

const adviceForShared =
  'Keep it in a file that the browser does not import. If every visitor may see it, add it to `publicValues` of the plugin, as `name` or as `src/file.ts#name`.'

/**
 * Keeps the config function on the server. Put the plugin before `qwikVite()`.
 *
 * In client builds the plugin removes the argument of every `routeAuth$`, `FrameworkAuth$` and
 * `QwikAuth$` call. Of the rest of that module it keeps only what the module's exports need. The
 * build fails if the plugin cannot follow an initializer, or if the browser's files still contain a
 * value that the config reads. Source maps do not contain the modules of these values.
 *
 * In Qwik 2 the plugin also lists the auth pages for the browser's router, so that the router loads
 * them as documents. On the dev server it does what `admitFormPost` does in production, and lets the
 * engine answer an auth path that Qwik cannot decode.
 *
 * If an auth path answers 404 because Qwik does not run the file with the config, the dev server
 * says so. An import from the door of the other Qwik version fails with the right import.
 */
export function latchkey({ basePath = '/auth', publicValues = [] }: LatchkeyOptions = {}): Plugin {
  /** The values that the config functions of each module read, by module id. */
  const values = new Map<string, readonly ConfigValue[]>()
  /** What was built for web workers. Vite builds each of them before the browser's files. */
  const workers: Bundle[] = []
  /** The modules of config functions, and of the values that they read. */
  const secretIds = (): ReadonlySet<string> =>
    new Set([...values.keys(), ...[...values.values()].flat().map(({ id }) => id)])
  let root = ''
  let qwikVersion: QwikVersion | undefined
  let aliases: readonly Alias[] = []
  return {
    name: 'latchkey',
    enforce: 'pre',
    config: () => ({
      define: { __LATCHKEY_VITE__: 'true' },
      worker: {
        plugins: () => [guardWorkers({ keep: (bundle) => workers.push(bundle), secretIds })],
      },
    }),
    configResolved({ plugins, resolve, ...config }) {
      root = config.root
      qwikVersion = findQwikVersion(plugins)
      aliases = resolve.alias
    },
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        const mistake = isAliased(source, aliases) ? undefined : explainDoor(source, qwikVersion)
        if (mistake !== undefined) this.error(`${importer ?? ''}: ${mistake}`)
        return null
      },
    },
    configureServer({ middlewares, config }) {
      const printed = new Set<string>()
      const explain = async (path: string): Promise<void> => {
        const mistake = await explainUnanswered(config.root, path, qwikVersion)
        if (mistake === undefined || printed.has(mistake)) return
        printed.add(mistake)
        config.logger.error(`[latchkey] ${mistake}`)
      }
      middlewares.use((request, response, next) => {
        const path = authPathOf(request, basePath)
        if (path !== undefined) {
          response.once('finish', () => {
            if (response.statusCode === 404) void explain(path)
          })
        }
        admitNode(request, basePath)
        escapeAuthPath(request, basePath)
        next()
      })
    },
    async buildStart() {
      const { config, mode } = this.environment
      if (config.consumer !== 'client' || mode === 'dev') return
      values.clear()
      workers.length = 0
      const resolve = createResolve(this)
      // A module with a config function is part of the client build only if a component imports it.
      for (const { path, text } of await readSources(root).catch(() => [])) {
        const id = `${normalizePath(root)}/${path}`
        if (!mayCall(text, id)) continue
        const module = await parseModule(text, id)
        const found = await findConfigCalls(module, id, resolveOnly(resolve, false)).catch(
          (error: unknown) => refuse(this, id, error),
        )
        if (found.calls.length === 0) continue
        const { read } = stripConfig(module, found)
        values.set(id, await findConfigValues(read, id, resolve))
      }
    },
    transform: {
      order: 'pre',
      async handler(code, id) {
        const mistake = isForeign(id) ? undefined : explainInitializer(code, qwikVersion)
        if (mistake !== undefined) this.error(`${id}: ${mistake}`)
        if (this.environment.config.consumer !== 'client') return null
        if (isRouteTable(id, code)) return { code: reloadAuthPages(code, basePath), map: null }
        if (!mayCall(code, id)) return null
        const resolve = createResolve(this)
        const resolveExport = resolveOnly(resolve, this.environment.mode === 'dev')
        try {
          values.delete(id)
          await refuseText(id, resolveExport)
          const module = await parseModule(code, id)
          await refuseAddresses(module, id, resolveExport)
          const found = await findConfigCalls(module, id, resolveExport)
          if (found.calls.length === 0) return null
          const stripped = stripConfig(module, found)
          // The dev server makes no bundle to look into. It would also take each package that is
          // resolved here for one that the browser needs, and load the page again.
          if (this.environment.mode !== 'dev') {
            values.set(id, [
              ...stripped.kept.map((value) => ({ id, ...value, isLocal: true })),
              ...enumsIn(code).map((name) => ({ id, name, isLocal: true })),
              ...(await findConfigValues(stripped.read, id, resolve)),
            ])
          }
          // Without a map for this module, no source map can contain its source.
          return { code: stripped.code, map: { mappings: '' } }
        } catch (error) {
          return refuse(this, id, error)
        }
      },
    },
    async generateBundle({ dir = '' }, output) {
      if (this.environment.config.consumer !== 'client') return
      const bundle = output as unknown as Bundle
      const unfollowed = await findUnfollowed(this, createResolve(this), (id) => {
        return isOwn(id) || values.has(id) || values.has(optimizedFrom(id))
      })
      if (unfollowed !== undefined) {
        this.error(
          `${unfollowed}: An initializer is used in a module of a package or of another plugin, which cannot be followed. The config would be published. ${advice}`,
        )
      }
      const read = [...values.values()].flat()
      hideSources(bundle, dir, secretIds())
      const secret = read.filter((value) => !isPublic(value, publicValues))
      const found = await findPublished([bundle, ...workers], secret)
      if (found) {
        this.error(
          `${found.fileName} publishes \`${found.name}\` of ${found.id}, which the config function or a statement beside it reads. ${found.isLocal ? adviceForLocal : adviceForShared}`,
        )
      }
    },
  }
}

/** The part of a plugin's `this` that ends a build. */
interface Ending {
  error(given: string | { readonly message: string }): never
}

/** Ends the build with the reason for which a module is unsafe. */
function refuse(context: Ending, id: string, error: unknown): never {
  if (!(error instanceof Unsafe)) throw error
  return context.error({
    message: `${id}: ${error.message}. The config would be published. ${error.cure ?? advice}`,
    ...withoutSource,
    id,
  } as { readonly message: string })
}

/** Otherwise Vite's dev server adds the source to an error, and shows it to the browser. */
const withoutSource = { plugin: 'latchkey', pluginCode: 'refused' }

function isPublic({ id, name }: ConfigValue, publicValues: readonly string[]): boolean {
  return publicValues.some((value) => {
    const [path = '', named] = value.split('#')
    return named === undefined ? value === name : named === name && id.endsWith(`/${path}`)
  })
}

/**
 * Names of the module's enums. Removing types turns enum members into constants, which hides that
 * the config reads them.
 */
function enumsIn(code: string): readonly string[] {
  return [...code.matchAll(/^[ \t]*(?:export\s+)?(?:const\s+)?enum\s+([\w$]+)/gm)].map(
    ([, name = '']) => name,
  )
}
