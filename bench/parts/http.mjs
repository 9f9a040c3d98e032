/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'http',
  title: 'Requests for the session, over HTTP',
  method: {
    unit: 'nanoseconds a request at full load: a second over it is the throughput',
    cpu: 'processor time of the server process alone',
    load: '16 connections of HTTP/1.1 that are kept alive, from another process',
  },
  /* prettier-ignore */
  comparisons: [
    { of: 'bare', to: 'latchkey-hot',  label: 'throughput of latchkey, the same visitor again, of that of a bare node:http',  target: { atLeast: 0.75 } },
    { of: 'bare', to: 'latchkey-cold', label: 'throughput of latchkey, other visitors, of that of a bare node:http' },
    { of: 'bare-fetch', to: 'latchkey-fetch', label: 'throughput of latchkey by Request and Response, of that of a bare Request and Response' },
    { of: 'bare', to: 'auth-js',     label: 'throughput of @auth/core, of that of a bare node:http' },
    { of: 'bare', to: 'better-auth', label: 'throughput of better-auth, of that of a bare node:http' },
    { of: 'auth-js',     to: 'latchkey-cold', label: 'throughput of latchkey, other visitors, over that of @auth/core' },
    { of: 'better-auth', to: 'latchkey-hot',  label: 'throughput of latchkey, the same visitor again, over that of better-auth' },
  ],
  async measure(effort) {
    const { openServers } = await import('../http/servers.mjs')
    const { measureServers } = await import('../http/measure-servers.mjs')
    const { lanes, close } = await openServers(effort.poolSize)
    try {
      return await measureServers(lanes, effort)
    } finally {
      await close()
    }
  },
  chart: [
    {
      title: 'What a request costs',
      note: 'Bars are the time of a request at full load. Ratios over a bare node:http.',
      base: 'bare',
      ids: [
        'bare',
        'latchkey-hot',
        'latchkey-cold',
        'bare-fetch',
        'latchkey-fetch',
        'better-auth',
        'auth-js',
      ],
    },
  ],
}
