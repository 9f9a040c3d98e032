const entry = new URL('../dist/site/server-netlify/entry.netlify-edge.js', import.meta.url)
const { default: handle } = await import(entry.href)

// As Netlify calls an edge function, which runs on Deno there, too.
Deno.serve(
  {
    hostname: '127.0.0.1',
    port: 0,
    onListen: ({ port }) => console.log(`Listening on port ${port}`),
  },
  (request, { remoteAddr }) => handle(request, { ip: remoteAddr.hostname, geo: {} }),
)
