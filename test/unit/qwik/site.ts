import { _deserializeData, _serializeData, _verifySerializable } from '@builder.io/qwik'
import type { QwikCityPlan } from '@builder.io/qwik-city'
import {
  requestHandler,
  type ServerRenderOptions,
  type ServerRequestMode,
} from '@builder.io/qwik-city/middleware/request-handler'
import type { RenderToStreamOptions } from '@builder.io/qwik/server'
import { validateHeaderValue } from 'node:http'
import { makeApp, olderSecret, type LogLine } from '../../support/apps/app.js'
import { auth, type ConfigFunction } from './auth.js'
import { Visitor } from './visitor.js'

/** A module of a route or a plugin, as Qwik City loads it. */
export type RouteModule = Readonly<Record<string, unknown>>

export interface SiteOptions {
  readonly config?: ConfigFunction
  readonly otherConfig?: ConfigFunction
  readonly plugins?: readonly RouteModule[]
  /** Pages by path, besides those that every site has; several modules are layouts and their page. */
  readonly pages?: Readonly<Record<string, RouteModule | readonly RouteModule[]>>
  readonly trailingSlash?: boolean
  /** Where the application is: `base` of its Vite config. Paths of `pages` are below. */
  readonly basePathname?: string
  readonly env?: Readonly<Record<string, string>>
  readonly mode?: ServerRequestMode
  readonly platform?: object
  readonly checkOrigin?: boolean
  readonly render?: ServerRenderOptions['render']
  /** In place of `plugins` and `pages`. */
  readonly plan?: QwikCityPlan
}

/** What became of a request, beside its response. */
export interface Visit {
  readonly shared: ReadonlyMap<string, unknown>
  /** What loaders and actions gave, by id; undefined when none ran. */
  readonly data: Readonly<Record<string, unknown>> | undefined
  /** What was thrown and not handled by anyone. */
  readonly error: unknown
}

/** An application on Qwik City's own request handler, without a server in front of it. */
export interface Site {
  readonly logs: readonly LogLine[]
  serve(request: Request): Promise<Response>
  /** What became of the request that this is the response to. */
  visitOf(response: Response): Visit
  /** Someone who has not been here before. */
  visitor(origin?: string): Visitor
}

/** A page of which only the data matters. */
export const plainPage: RouteModule = { default: () => null }

/** Makes an application; without a config it has one provider, with which Ada can sign in. */
export function openSite(options: SiteOptions = {}): Site {
  const app = makeApp()
  const visits = new WeakMap<Response, Visit>()
  const separate = makeApp({ secret: olderSecret, basePath: '/other/auth' })
  const { config = () => app.config, otherConfig = () => separate.config } = options
  const platform = { config, otherConfig, ...options.platform }
  const site: Site = {
    logs: app.logs,
    async serve(request) {
      const { response, visit } = await answer(request, options, platform)
      visits.set(response, visit)
      return response
    },
    visitOf(response) {
      const visit = visits.get(response)
      if (!visit) throw new Error('The response is from another site.')
      return visit
    },
    visitor: (origin) => new Visitor(site, origin),
  }
  return site
}

const serializer = { _deserializeData, _serializeData, _verifySerializable }

async function answer(
  request: Request,
  options: SiteOptions,
  platform: object,
): Promise<{ response: Response; visit: Visit }> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let head: { status: number; headers: Headers } | undefined
  let whenSent: Promise<void> | undefined
  const run = await requestHandler<never>(
    {
      mode: options.mode ?? 'server',
      url: new URL(request.url),
      locale: undefined,
      platform,
      request,
      env: { get: (name) => options.env?.[name] },
      getClientConn: () => ({}),
      getWritableStream(status, given, cookies) {
        const headers = new Headers(given)
        for (const line of cookies.headers()) headers.append('set-cookie', line)
        // Node throws here, and then sends the answer without its cookies.
        for (const [name, value] of headers) validateHeaderValue(name, value)
        head = { status, headers }
        const sink = collectInto(chunks)
        whenSent = sink.whenClosed
        return sink.stream
      },
    },
    {
      render: options.render ?? renderNothing,
      qwikCityPlan: options.plan ?? makePlan(options),
      checkOrigin: options.checkOrigin ?? true,
      manifest: undefined as never,
    },
    serializer,
  )
  if (!run) throw new Error('There is neither a plugin nor a page.')
  const error = await run.completion
  await whenSent
  const { sharedMap } = run.requestEv
  const data = sharedMap.get('qData') as { loaders: Visit['data'] } | undefined
  // Without an answer the platform shows its own page.
  const response = head ? new Response(new Blob(chunks), head) : new Response('', { status: 404 })
  return { response, visit: { shared: sharedMap, data: data?.loaders, error } }
}

function makePlan({
  plugins = [{ ...auth }],
  pages = {},
  trailingSlash = true,
  basePathname = '/',
}: SiteOptions) {
  const all = { '/': plainPage, '/login/': plainPage, '/日本/': plainPage, ...pages }
  const routes = Object.entries(all).map(([path, modules]) => [
    basePathname.slice(0, -1) + encodeURI(path).replaceAll('%5B', '[').replaceAll('%5D', ']'),
    [modules].flat().map((module) => () => module),
  ])
  return { routes, serverPlugins: plugins, trailingSlash, basePathname } as never
}

const renderNothing = (async ({ stream }: RenderToStreamOptions) => {
  stream.write('<!doctype html><title>Page</title>')
  return {}
}) as unknown as ServerRenderOptions['render']

function collectInto(chunks: Uint8Array<ArrayBuffer>[]) {
  let close = (): void => {}
  const whenClosed = new Promise<void>((resolve) => (close = resolve))
  const write = (chunk: Uint8Array): void => void chunks.push(new Uint8Array(chunk))
  return { stream: new WritableStream<Uint8Array>({ write, close }), whenClosed }
}

/** Qwik's own function is not public, and hides its id. */
export function idOf(member: unknown): string {
  return (member as { readonly __id: string }).__id
}
