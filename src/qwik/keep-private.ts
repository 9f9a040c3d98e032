import type { RequestEventBase } from '@builder.io/qwik-city'

const policy = 'private, no-store'
const guarded = new WeakSet<Headers>()

/**
 * Keeps an answer out of every cache, whatever the page says about caching later.
 *
 * A page's own `cacheControl()` runs after plugins, and some platforms cache by URL alone: without
 * this, one person's page could be handed to another.
 */
export function keepPrivate({ headers }: RequestEventBase): void {
  if (guarded.has(headers)) return
  guarded.add(headers)
  const { set, append } = headers
  const guard = (write: Headers['set']): Headers['set'] => {
    return (name, value) => {
      if (!/cache-control$/i.test(name)) write.call(headers, name, value)
      else set.call(headers, name, policy)
    }
  }
  headers.set = guard(set)
  headers.append = guard(append)
  headers.set('Cache-Control', policy)
  headers.append('Vary', 'Cookie')
}
