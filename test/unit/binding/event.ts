import type { ActionEvent, ConfigQrl } from '../../../src/binding/event.js'
import type { FrameworkAuthConfig } from '../../../src/model/config.js'
import type { Session } from '../../../src/model/records.js'

/** What Qwik throws to end a request. */
export interface Ended {
  readonly status: number
  readonly location?: string
  readonly response?: Response
  readonly data?: object
}

/** A request event as far as the binding asks for one; `cookies` is what was set, by name. */
export interface TestEvent {
  readonly event: ActionEvent
  readonly cookies: Map<string, { value: string; options: Record<string, unknown> }>
  readonly headers: Headers
  readonly sharedMap: Map<string, unknown>
}

export function openEvent(
  path: string,
  init: RequestInit = {},
  env: Record<string, string> = {},
  platform: object = {},
  kind?: 'loader' | 'action' | false,
): TestEvent {
  const url = new URL(path, 'https://app.test')
  const request = new Request(url, init)
  const headers = new Headers()
  const cookies: TestEvent['cookies'] = new Map()
  const sharedMap = new Map<string, unknown>()
  const shown = new URL(url)
  shown.pathname = shown.pathname.replace(/\/q-data\.json$/, '/')
  const event = {
    url: new URL(shown),
    originalUrl: shown,
    request,
    headers,
    sharedMap,
    platform,
    clientConn: { ip: '203.0.113.7' },
    env: { get: (name: string) => env[name] },
    cookie: {
      set: (name: string, value: string, options: Record<string, unknown>) =>
        cookies.set(name, { value, options }),
    },
    redirect: (status: number, location: string): Ended => ({ status, location }),
    send: (given: Response | number, body?: string): Ended => {
      const response = given instanceof Response ? given : new Response(body, { status: given })
      return { status: response.status, response }
    },
    error: (status: number, data: object): Ended => ({ status, data }),
    fail: (status: number, data: object) => ({ failed: true, status, ...data }),
    ...(kind !== undefined && { internalRequest: kind }),
  }
  return { event: event as unknown as ActionEvent, cookies, headers, sharedMap }
}

/** The same as the second version of Qwik makes it, where the router has requests of its own kinds. */
export function openSecondEvent(
  path: string,
  kind: 'loader' | 'action' | false,
  init: RequestInit = {},
): TestEvent {
  return openEvent(path, init, {}, {}, kind)
}

/** A config function as the optimizer leaves it, with a count of its calls. */
export function configOf(
  make: () => FrameworkAuthConfig,
  hash = 'abc',
): ConfigQrl<Session> & { calls: number } {
  const load = Object.assign(
    async () => {
      load.calls++
      return make()
    },
    { calls: 0, getHash: () => hash },
  )
  return load
}

/** What a function threw to end the request. */
export async function endOf(run: () => unknown): Promise<Ended> {
  try {
    await run()
  } catch (ended) {
    return ended as Ended
  }
  throw new Error('Expected the request to end.')
}
