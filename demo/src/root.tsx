import { component$ } from '@builder.io/qwik'
import { QwikCityProvider, RouterOutlet, useDocumentHead } from '@builder.io/qwik-city'
import './style.css'

export default component$(() => (
  <QwikCityProvider>
    <Head />
    <body>
      <RouterOutlet />
    </body>
  </QwikCityProvider>
))

const Head = component$(() => {
  const { title, meta } = useDocumentHead()
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title ? `${title} · Kingfisher` : 'Kingfisher rowing club'}</title>
      {meta.map((attributes) => (
        <meta key={attributes.key} {...attributes} />
      ))}
      <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    </head>
  )
})
