import { component$ } from '@qwik.dev/core'
import { RouterOutlet, useDocumentHead, useQwikRouter } from '@qwik.dev/router'
import '../../demo/src/style.css'

export default component$(() => {
  useQwikRouter()
  const { title, meta } = useDocumentHead()
  return (
    <>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title ? `${title} · Latchkey demo` : 'Latchkey demo'}</title>
        {meta.map((attributes) => (
          <meta key={attributes.key} {...attributes} />
        ))}
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
      </head>
      <body>
        <RouterOutlet />
      </body>
    </>
  )
})
