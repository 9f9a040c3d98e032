import type { Send } from './fault.js'

/** A hash as Qwik's optimizer makes it. */
const hash = 'q7RtWx2LmNa'

/** What an app lets a browser call. */
export interface ServerFunctions {
  /** The path of the page with the sign-in form. */
  readonly page: string
  /** The Qwik version whose calls reach the config function. Default: none. */
  readonly calls?: 'first' | 'second'
  /** What the config function returns. */
  readonly config?: object
}

const usualConfig = { providers: [{ id: 'google', options: { clientSecret: 'x' } }] }

/**
 * Puts Qwik's door for server functions in front of an app, as both versions have it: a function is
 * found by what follows the last underscore of its name, and its arguments are in the body.
 */
export function openServerFunctions({
  page,
  calls,
  config = usualConfig,
}: ServerFunctions): (send: Send) => Send {
  return (send) => async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== page) return send(request)
    if (request.method === 'GET') {
      const form = `<form action="?qaction=signin-${hash}" method="post"></form>`
      return new Response(form, { headers: { 'content-type': 'text/html' } })
    }
    const name = searchParams.get('qfunc') ?? ''
    const isCall =
      request.headers.get('x-qrl') === name &&
      request.headers.get('content-type') === 'application/qwik-json' &&
      name.slice(name.lastIndexOf('_') + 1) === hash
    const isOpen = isCall && versionOf(await request.text()) === calls
    return isOpen ? Response.json(config) : new Response(null, { status: 404 })
  }
}

/** Each version refuses the body of the other. */
function versionOf(body: string): ServerFunctions['calls'] {
  const data: unknown = JSON.parse(body)
  if (Array.isArray(data)) return 'second'
  return '_entry' in Object(data) ? 'first' : undefined
}
