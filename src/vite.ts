import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { admitNode } from './http/form-post.js'
import { isForeign, isOwn, mayCall, optimizedFrom, resolveOnly } from './vite/app-module.js'
import { explainEnvPrefix, findSecrets } from './vite/auth-secrets.js'
import { readWritten, type Bundle } from './vite/bundle.js'
import { explainOptions } from './vite/check-options.js'
import { checkServerModule } from './vite/check-server-module.js'
import { findConfigValues } from './vite/config-values.js'
import { authPathOf, escapeAuthPath } from './vite/escape-auth-path.js'
import { explainLost } from './vite/explain-published.js'
import { explainUnanswered } from './vite/explain-unanswered.js'
import { findConfigCalls, Unsafe } from './vite/find-calls.js'
import { findEnums } from './vite/find-enums.js'
import { guardWorkers } from './vite/guard-workers.js'
import { keepConstants } from './vite/keep-constants.js'
import { isOfEngine, nothing } from './vite/leave-out-engine.js'
import { listSessionLoader } from './vite/list-session-loader.js'
import { isRouterConfig, isRouteTable, reloadAuthPages } from './vite/reload-auth-pages.js'
import type { Resolve, Tracer } from './vite/module-exports.js'
import { parseModule, type ParsedModule } from './vite/parse-module.js'
import { isPublic, refuseCalls } from './vite/public-values.js'
import type { ConfigValue } from './vite/published-values.js'
import { advice, refuseBuild, type Ending } from './vite/refuse-build.js'
import { createResolve } from './vite/resolve-import.js'
import { createFileSearch } from './vite/search-files.js'
import { hideSources, modulesOf, type Modules } from './vite/source-maps.js'
import { refuseServerFunctions } from './vite/refuse-server-functions.js'
import { refuseAddresses, refuseText } from './vite/refuse-text.js'
import type { Variable } from './vite/secret-variable.js'
import {
  listPluginFiles,
  listSources,
  modulesInUse,
  needsInstance,
  scanModules,
} from './vite/scan-app.js'
import { stripConfig, type StrippedModule } from './vite/strip-config.js'
import { wordsIn } from './vite/walk.js'
import { createMemory, resolveOnce } from './vite/memory.js'
import { findUnfollowed } from './vite/find-unfollowed.js'
import {
  explainDoor,
  explainInitializer,
  findQwikVersion,
  findSrcDir,
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
 *
 * @example
 * ```ts
 * // vite.config.ts
 * import { qwikCity } from '@builder.io/qwik-city/vite'
 * import { qwikVite } from '@builder.io/qwik/optimizer'
 * import { latchkey } from 'latchkey/vite'
 * import { defineConfig } from 'vite'
 *
 * export default defineConfig({ plugins: [latchkey(), qwikCity(), qwikVite()] })
 * ```
 */
export function latchkey({ basePath = '/auth', publicValues = [] }: LatchkeyOptions = {}): Plugin {
  const misused = explainOptions({ basePath, publicValues })
  if (misused !== undefined) throw new TypeError(`latchkey() in the Vite config: ${misused}`)
  /** The values that the config functions of each module read, by module id. */
  const values = new Map<string, readonly ConfigValue[]>()
  /** What was built for web workers. Vite builds each of them before the browser's files. */
  const workers: Bundle[] = []
  /** The modules of the workers. */
  const workerModules = new Set<string>()
  /** The modules of config functions, and of the values that they read. */
  const secretIds = (): ReadonlySet<string> =>
    new Set([...values.keys(), ...[...values.values()].flat().map(({ id }) => id)])
  const fileSearch = createFileSearch()
  let secrets: readonly Variable[] = []
  let root = ''
  let srcDir = (): string => join(root, 'src')
  const memory = createMemory()
  /** Whether the app uses Latchkey, so that one of its modules must call an initializer. */
  let isLost = false
  let qwikVersion: QwikVersion | undefined
  let aliases: readonly Alias[] = []
  let devServer: ViteDevServer | undefined
  return {
    name: 'latchkey',
    enforce: 'pre',
    config: () => ({
      define: { __LATCHKEY_VITE__: 'true' },
      worker: {
        plugins: () => [guardWorkers({ keep, secretIds })],
      },
    }),
    options(given) {
      return keepConstants(given, this.meta)
    },
    configResolved({ plugins, resolve, ...config }) {
      root = config.root
      secrets = findSecrets(config)
      const mistake = explainEnvPrefix(config, secrets)
      if (mistake !== undefined) throw new Error(mistake)
      qwikVersion = findQwikVersion(plugins)
      // Qwik's plugin reads the config after this one.
      srcDir = () => findSrcDir(plugins, root)
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
    // Vite 8 keeps two files that the engine loads later, and that import the engine, for each other's sake.
    resolveDynamicImport(_specifier, importer) {
      const isClient = this.environment.config.consumer === 'client'
      return isClient && isOfEngine(importer) ? { id: nothing, moduleSideEffects: false } : null
    },
    async load(id) {
      if (id === nothing) return 'export {}'
      if (devServer && isRouterConfig(id)) {
        await listSessionLoader(devServer.environments.client, createResolve(this))
      }
      return null
    },
    configureServer(server) {
      devServer = server
      const { middlewares, config } = server
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
      workerModules.clear()
      memory.clear()
      isLost = false
      const resolve = resolveOnce(createResolve(this), memory)
      const tracer = { ...memory, resolve: resolveOnly(resolve, false) }
      // A module with a config function is part of the client build only if a component imports it.
      const scanned = await scanModules(await listSources(srcDir()), resolve, memory)
      const used = modulesInUse(scanned, srcDir())
      for (const { id, module } of scanned.values()) {
        try {
          await keepValues(module, id, tracer, resolve)
        } catch (error) {
          // What no build contains cannot publish anything, and may import a file that does not parse.
          if (used.has(id)) refuseBuild(this, id, error)
        }
      }
      if (values.size > 0) return
      for (const one of (
        await scanModules(await listPluginFiles(root), resolve, memory)
      ).values()) {
        await keepValues(one.module, one.id, tracer, resolve).catch((error: unknown) => {
          // It may import a file that does not parse, and be a template of another tool.
          if (error instanceof Unsafe) refuseBuild(this, one.id, error)
        })
      }
      const isApp = qwikVersion !== undefined && !config.build.lib
      isLost = isApp && (await needsInstance(scanned, used))
    },
    watchChange() {
      memory.clear()
    },
    transform: {
      order: 'pre',
      async handler(code, id) {
        const mistake = isForeign(id) ? undefined : explainInitializer(code, qwikVersion)
        if (mistake !== undefined) this.error(`${id}: ${mistake}`)
        if (this.environment.config.consumer !== 'client') {
          if (this.environment.mode === 'dev') await checkServerModule(this, code, id)
          return null
        }
        if (isRouteTable(id, code)) return { code: reloadAuthPages(code, basePath), map: null }
        if (!mayCall(code, id)) return null
        const resolve = resolveOnce(createResolve(this), memory)
        const isDev = this.environment.mode === 'dev'
        const tracer = { ...memory, resolve: resolveOnly(resolve, isDev) }
        try {
          values.delete(id)
          await refuseText(id, tracer)
          const module = await parseModule(code, id)
          await refuseAddresses(module, id, tracer)
          const found = await findConfigCalls(module, id, tracer)
          if (found.calls.length === 0) return null
          await refuseServerFunctions(
            module,
            found,
            id,
            isDev ? tracer : { ...memory, resolve, root },
          )
          const stripped = stripConfig(module, found)
          refuseCalls(stripped, id, publicValues)
          // The dev server makes no bundle to look into. It would also take each package that is
          // resolved here for one that the browser needs, and load the page again.
          if (!isDev) await keepRead(stripped, { code, id, tracer, resolve })
          // Without a map for this module, no source map can contain its source.
          return { code: stripped.code, map: { mappings: '' } }
        } catch (error) {
          return refuseBuild(this, id, error)
        }
      },
    },
    generateBundle: {
      // Other plugins add files in this hook, and these are searched, too.
      order: 'post',
      async handler({ dir = '' }, output) {
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
        if (isLost && values.size === 0) this.error(explainLost(srcDir()))
        const modules = modulesIn(this, dir)
        hideSources(bundle, modules)
        fileSearch.clear()
        await search(this, [bundle, ...workers], modules)
      },
    },
    writeBundle: {
      order: 'post',
      async handler({ dir = '' }, output) {
        if (this.environment.config.consumer !== 'client') return
        // A plugin after this one may still have added or changed a file.
        const written = await readWritten(output, dir)
        await search(this, [written], modulesIn(this, dir))
      },
    },
  }

  /** Keeps the values that the config functions of a module read. */
  async function keepValues(
    module: ParsedModule,
    id: string,
    tracer: Tracer,
    resolve: Resolve,
  ): Promise<void> {
    if (!mayCall(module.code, id)) return
    const found = await findConfigCalls(module, id, tracer)
    if (found.calls.length === 0) return
    await refuseServerFunctions(module, found, id, { ...memory, resolve, root })
    // Vite does not transform a file again that has not changed since the last build.
    const code = await readFile(id, 'utf8')
    await keepRead(stripConfig(module, found), { code, id, tracer, resolve })
  }

  /** Keeps the values that the server's part of a module reads. */
  async function keepRead(
    { kept, ...stripped }: StrippedModule,
    { code, id, tracer, resolve }: Source,
  ): Promise<void> {
    const enums = await findEnums(code, id, tracer)
    values.set(id, [
      ...kept.map((value) => ({ id, ...value, isLocal: true })),
      ...enums.map((name) => ({ id, name, isLocal: true })),
      ...(await findConfigValues(stripped, id, { ...memory, resolve })),
    ])
  }

  /** Returns the names and texts in the modules of the config, which name the variables it reads. */
  async function wordsOfConfig(): Promise<ReadonlySet<string>> {
    const modules = await Promise.all([...secretIds()].map((id) => memory.read(id)))
    const words = modules.flat().flatMap(wordsIn)
    return new Set(words.filter((word) => !publicValues.includes(word)))
  }

  function keep(bundle: Bundle, modules: ReadonlySet<string>): void {
    workers.push(bundle)
    for (const id of modules) workerModules.add(id)
  }

  function modulesIn(build: Parameters<typeof modulesOf>[0], folder: string): Modules {
    return { folder, secret: secretIds(), known: new Set([...modulesOf(build), ...workerModules]) }
  }

  /** Ends the build if a file that was not searched before contains a secret. */
  async function search(
    context: Ending,
    bundles: readonly Bundle[],
    modules: Modules,
  ): Promise<void> {
    await fileSearch.search(context, bundles, modules, {
      values: [...values.values()].flat().filter((value) => !isPublic(value, publicValues)),
      secrets,
      words: wordsOfConfig,
      root,
    })
  }
}

/** A module with a config function, and how to follow its imports. */
interface Source {
  readonly code: string
  readonly id: string
  readonly tracer: Tracer
  readonly resolve: Resolve
}
