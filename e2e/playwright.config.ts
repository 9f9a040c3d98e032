import { defineConfig, devices, type PlaywrightTestConfig } from '@playwright/test'
import { freePort } from './free-port'

// Every worker reads this file again and must find the same ports: they inherit the environment.
const demoPort = (process.env['LATCHKEY_DEMO_PORT'] ??= String(await freePort()))
const devPort = (process.env['LATCHKEY_DEV_PORT'] ??= String(await freePort()))
const demoUrl = `http://localhost:${demoPort}`
const devUrl = `http://localhost:${devPort}`
const AUTH_SECRET = 'a secret of the browser tests, and of nothing else'
const devSpecs = '**/dev-server.spec.ts'
/** What they look at is the same without JavaScript. */
const staticSpecs = '**/every-page.spec.ts'

const config: PlaywrightTestConfig = defineConfig({
  testDir: 'specs',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  workers: 2,
  reporter: 'list',
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: demoUrl,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'javascript', testIgnore: devSpecs },
    {
      name: 'no-javascript',
      testIgnore: [devSpecs, staticSpecs],
      use: { javaScriptEnabled: false },
    },
    { name: 'dev', testMatch: devSpecs, use: { baseURL: devUrl } },
  ],
  webServer: [
    {
      command: 'node server/entry.node-server.js',
      cwd: '../demo',
      env: { PORT: demoPort, AUTH_SECRET },
      url: demoUrl,
    },
    {
      command: `npm run --silent dev -- --port ${devPort} --strictPort`,
      cwd: '../demo',
      env: { AUTH_SECRET },
      url: devUrl,
    },
  ],
})

export default config
