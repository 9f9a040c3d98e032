import { component$ } from '@qwik.dev/core'
import { RouterOutlet, useDocumentHead, useQwikRouter } from '@qwik.dev/router'
import '../../demo/src/style.css'

export default component$(() => {
  useQwikRouter()
  return (
    <>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <Head />
      </head>
      <body>
        <RouterOutlet />
      </body>
    </>
  )
})

const Head = component$(() => {
  const { title, meta } = useDocumentHead()
  return (
    <>
      <title>{title ? `${title} · Kingfisher` : 'Kingfisher rowing club'}</title>
      {meta.map((attributes) => (
        <meta key={attributes.key} {...attributes} />
      ))}
    </>
  )
})
