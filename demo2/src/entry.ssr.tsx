import { createRenderer } from '@qwik.dev/router'
import Root from './root'

export default createRenderer((options) => ({
  jsx: <Root />,
  options: {
    ...options,
    // Fetched on its own it would come late on a slow line, and miss what was clicked before.
    qwikLoader: 'inline',
    containerAttributes: { lang: 'en', ...options.containerAttributes },
  },
}))
