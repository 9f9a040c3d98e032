import {
  renderToStream,
  type RenderToStreamOptions,
  type RenderToStreamResult,
} from '@builder.io/qwik/server'
import Root from './root'

export default function render(options: RenderToStreamOptions): Promise<RenderToStreamResult> {
  return renderToStream(<Root />, {
    ...options,
    // Fetched on its own it would come late on a slow line, and miss what was clicked before.
    qwikLoader: 'inline',
    containerAttributes: { lang: 'en', ...options.containerAttributes },
  })
}
