import { qwikVite } from '@builder.io/qwik/optimizer'
import { qwikCity } from '@builder.io/qwik-city/vite'
import { latchkey } from 'latchkey/vite'
import { defineConfig } from 'vite'

export default defineConfig(() => ({
  plugins: [latchkey(), qwikCity(), qwikVite()],
  // Found only when a page asks for them, they would make the dev server reload that page.
  optimizeDeps: {
    include: ['@simplewebauthn/browser', 'latchkey > jose', 'latchkey > oauth4webapi'],
  },
}))
