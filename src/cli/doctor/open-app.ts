import { join, relative } from 'node:path'
import type { AuthConfig } from '../../model/config.js'
import type { DefaultSession } from '../../model/records.js'
import type { App } from '../find-app.js'
import { importFromApp } from '../import-from-app.js'
import { isObject, type JsonObject } from '../read-file.js'
import { Refusal } from '../refusal.js'
import { nameViteConfig } from '../vite-config.js'
import type { ContainedApp } from './contain-app.js'
import { findReason } from './find-reason.js'
import { makeEvent } from './make-event.js'
import { NoAnswer, withinTime } from './within-time.js'
import type { SourceFile } from '../../vite/source-file.js'

/** An app whose server code was loaded as the dev server loads it. */
export interface OpenedApp {
  /** The exports of the plugin file. */
  readonly exports: JsonObject
  readonly hasVitePlugin: boolean
  /** The Vite config that was read, relative to the app's folder. */
  readonly viteConfig: string
  /** The config with the defaults of the environment, or why it is missing. */
  readonly config: AuthConfig<DefaultSession> | string
}

/** The part of a Vite dev server that is used here. */
interface Server {
  readonly config: {
    readonly plugins: readonly { readonly name: string }[]
    readonly configFile?: string | undefined
  }
  readonly pluginContainer: {
    resolveId(id: string, importer: string, options: object): Promise<{ id: string } | null>
  }
  ssrLoadModule(id: string): Promise<JsonObject>
  close(): Promise<void>
}

/** Loads the app's plugin file through the app's own Vite, and calls its config function once. */
export async function openApp(
  { folder, framework }: App,
  { path }: SourceFile,
  environment: ReadonlyMap<string, string>,
  { logged }: Pick<ContainedApp, 'logged'>,
): Promise<OpenedApp> {
  // The app's own code may read the process instead of the request's `env`.
  for (const [name, value] of environment) process.env[name] ??= value
  const file = join(folder, path)
  const before = logged.length
  const server = await load(startVite(folder)).catch(blameViteConfig)
  try {
    const exports = await load(server.ssrLoadModule(file))
    const door = await resolveId(server, framework.door, file)
    const { findAuthConfig } = await load(server.ssrLoadModule(door))
    const config: unknown = isFindConfig(findAuthConfig)
      ? await withinTime(loadConfig(exports, findAuthConfig, environment)).catch(explainWait)
      : undefined
    const hasVitePlugin = server.config.plugins.some(({ name }) => name === 'latchkey')
    const { configFile } = server.config
    const viteConfig = configFile ? relative(folder, configFile) : nameViteConfig(folder)
    const reason = typeof config === 'string' ? config : findReason(logged.slice(before).flat())
    return { exports, hasVitePlugin, viteConfig, config: isConfig(config) ? config : reason }
  } finally {
    // A module that is still waiting must not keep the command waiting.
    await withinTime(server.close()).catch(() => undefined)
  }
}

/** Seconds that a healthy app may take to load on a busy machine. */
const loadTime = 60

function load<T>(work: Promise<T>): Promise<T> {
  return withinTime(work, loadTime).catch((error: unknown) => {
    throw error instanceof NoAnswer ? new Error(explainLoad) : error
  })
}

const explainLoad = `It has not finished within ${loadTime} seconds. Is an await outside of all functions still waiting?`

function explainWait(error: unknown): string {
  if (error instanceof NoAnswer) return 'It does not return. Does the database answer?'
  throw error
}

type FindConfig = (event: object, source: object) => Promise<unknown>

function isFindConfig(value: unknown): value is FindConfig {
  return typeof value === 'function'
}

function isHandler(value: unknown): value is (event: object) => Promise<void> {
  return typeof value === 'function'
}

async function loadConfig(
  { onRequest, useSession }: JsonObject,
  findConfig: FindConfig,
  environment: ReadonlyMap<string, string>,
): Promise<unknown> {
  const event = makeEvent(environment)
  if (useSession) return findConfig(event, { useSession })
  if (isHandler(onRequest)) await onRequest(event)
  return findConfig(event, {})
}

async function startVite(folder: string): Promise<Server> {
  const vite = await importFromApp(folder, 'vite')
  const createServer = vite?.['createServer']
  if (!isCreateServer(createServer)) {
    throw new Refusal('The app does not have vite. Run npm install.')
  }
  return createServer({
    root: folder,
    mode: 'ssr',
    logLevel: 'silent',
    clearScreen: false,
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    // The browser's packages are not needed, and preparing them takes seconds.
    optimizeDeps: { noDiscovery: true, include: [] },
  })
}

/** The Vite config could not be loaded. */
export class ViteConfigFailure extends Error {}

function blameViteConfig(cause: unknown): never {
  throw cause instanceof Refusal ? cause : new ViteConfigFailure('', { cause })
}

function isCreateServer(value: unknown): value is (options: object) => Promise<Server> {
  return typeof value === 'function'
}

/** By its path, because Vite would load a bare name a second time, outside of the app's modules. */
async function resolveId(server: Server, id: string, importer: string): Promise<string> {
  const resolved = await server.pluginContainer.resolveId(id, importer, { ssr: true })
  return resolved?.id ?? id
}

function isConfig(value: unknown): value is AuthConfig<DefaultSession> {
  return isObject(value) && Array.isArray(value['providers'])
}
