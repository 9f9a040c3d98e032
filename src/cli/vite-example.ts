import type { Framework } from './find-app.js'
import { importLine } from './vite-config.js'

/** Renders a Vite config with the plugin in its place. */
export function renderViteExample({ router }: Framework): string {
  const qwikRouter = router === '@builder.io/qwik-city' ? 'qwikCity' : 'qwikRouter'
  return `${importLine}

export default defineConfig({
  plugins: [latchkey(), ${qwikRouter}(), qwikVite()],
});
`
}
