import { qwikVite } from '@qwik.dev/core/optimizer'
import { qwikRouter } from '@qwik.dev/router/vite'
import { latchkey } from 'latchkey/vite'
import { defineConfig, type UserConfig } from 'vite'

const routesDir = '../demo/src/routes'

/** As in the first version: after an action, all loaders of the page run again. */
const strictLoaders = false

/** The demo's own pages, on the second version of Qwik: only what starts the application is here. */
export default defineConfig((): UserConfig => ({
  plugins: [latchkey(), qwikRouter({ routesDir, strictLoaders }), qwikVite()],
  publicDir: '../demo/public',
  resolve: {
    alias: [
      { find: /^latchkey$/, replacement: 'latchkey/qwik2' },
      { find: 'latchkey/qwik/ui', replacement: 'latchkey/qwik2/ui' },
    ],
  },
  // Found only when a page asks for them, they would make the dev server reload that page.
  optimizeDeps: {
    include: ['@simplewebauthn/browser', 'latchkey > jose', 'latchkey > oauth4webapi'],
  },
}))
