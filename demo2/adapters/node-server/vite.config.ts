import { nodeServerAdapter } from '@qwik.dev/router/adapters/node-server/vite'
import { extendConfig } from '@qwik.dev/router/vite'
import baseConfig from '../../vite.config'

export default extendConfig(baseConfig, () => ({
  build: { ssr: true, rolldownOptions: { input: ['src/entry.node-server.tsx'] } },
  ssr: { external: ['kysely', 'libsql', 'mysql2', 'nodemailer', 'pg', 'redis'] },
  plugins: [nodeServerAdapter({ name: 'node-server' })],
}))
