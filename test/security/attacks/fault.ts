import type { AuthConfig } from '../../../src/core.js'
import type { FixtureTarget } from './fixture-target.js'
import type { Services } from './mounts/application.js'

export type Send = NonNullable<FixtureTarget['send']>

/** A way in which an application is weaker than it should be. */
export interface Fault {
  readonly what: string
  /** Other settings. */
  readonly alter?: (config: AuthConfig, services: Services) => AuthConfig
  /** Something careless in front of the application. */
  readonly wrap?: (send: Send) => Send
  /** Something careless beside it. */
  readonly change?: (target: FixtureTarget) => FixtureTarget
  /** Cases that notice, by the beginning of their names or by words of them. */
  readonly noticedBy: readonly string[]
  /** Words of the reason that they give, where a case could also fail for lack of a page. */
  readonly reason?: string
}

/** Does not look where a form comes from. */
export function hideOrigin(send: Send): Send {
  return (request) => {
    const copy = new Request(request)
    for (const name of ['origin', 'sec-fetch-site']) copy.headers.delete(name)
    return send(copy)
  }
}

/** Reads the fields of a posted JSON body. */
export async function readPosted(request: Request): Promise<Readonly<Record<string, unknown>>> {
  if (!request.headers.get('content-type')?.includes('json')) return {}
  try {
    return Object(await request.clone().json()) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Sends a posted request with other fields, and to another route if one is given. */
export async function repost(
  send: Send,
  request: Request,
  fields: Readonly<Record<string, unknown>>,
  route?: string,
): Promise<Response> {
  const url = route === undefined ? request.url : new URL(route, request.url)
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  const text = await request.clone().text()
  const posted = text.startsWith('{')
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text))
  const body = JSON.stringify({ ...posted, ...fields })
  return send(new Request(url, { method: 'POST', headers, body }))
}
