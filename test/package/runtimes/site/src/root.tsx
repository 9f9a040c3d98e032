import { component$ } from '@builder.io/qwik'
import { QwikCityProvider, RouterOutlet } from '@builder.io/qwik-city'

export default component$(() => (
  <QwikCityProvider>
    <head>
      <title>Site</title>
    </head>
    <body>
      <RouterOutlet />
    </body>
  </QwikCityProvider>
))
