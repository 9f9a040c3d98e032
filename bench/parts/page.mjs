import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { authQwikApp } from '../../scripts/fresh-app/auth-qwik.mjs'
import { measurePageCost, ordersPage } from '../../scripts/fresh-app/page-cost.mjs'
import { npm } from '../../scripts/fresh-app/shell.mjs'
import { writeAuthorize } from '../../scripts/fresh-app/sign-in.mjs'
import {
  addPackage,
  buildApp,
  buildWhole,
  generations,
  makeStarter,
  write,
} from '../../scripts/fresh-app/starter.mjs'
import { summarize } from '../samples.mjs'
import { pack } from '../size/install.mjs'
import { createYardstick } from '../yardstick.mjs'

const plugin = 'src/routes/plugin@auth.ts'

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'page',
  title: 'What a rendered page costs its server',
  method: {
    unit: 'nanoseconds of processor time a page, of the server process',
    app: "the app that Qwik's own command makes, with a page of 200 rows, as npm run fresh-app has it",
  },
  comparisons: [
    { of: 'latchkey-anonymous', to: 'no-library', target: { atMost: 1.01 } },
    { of: 'latchkey-session', to: 'no-library' },
    { of: 'auth-qwik-anonymous', to: 'no-library' },
    { of: 'auth-qwik-session', to: 'no-library' },
    { of: 'auth-qwik-session', to: 'latchkey-session' },
  ],
  async measure() {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey page '))
    const yardstick = createYardstick(30)
    try {
      const { starter, ours, theirs } = await makeApps(folder)
      for (let turn = 0; turn < 10; turn++) yardstick.turn()
      const costs = await measurePageCost(starter, { latchkey: ours, '@auth/qwik': theirs })
      for (let turn = 0; turn < 10; turn++) yardstick.turn()
      const rows = Object.entries(costs).map(([title, cost]) => {
        const { id, library, name } = subjects[title] ?? { id: title, library: title, name: '' }
        return { id, library, name, value: cost['µs a page'] * 1000 }
      })
      const samples = new Map(rows.map(({ id, value }) => [id, { value: [value] }]))
      return {
        samples,
        figures: rows.map((row) => summarize(row, samples)),
        isBusy: yardstick.isBusy(),
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  chart: [
    {
      title: 'A page of 200 rows',
      note: 'Processor time. Ratios over the same page without a library.',
      base: 'no-library',
      ids: [
        'no-library',
        'latchkey-anonymous',
        'auth-qwik-anonymous',
        'latchkey-session',
        'auth-qwik-session',
      ],
    },
  ],
}

/** @type {Readonly<Record<string, { id: string, library: string, name: string }>>} */
const subjects = {
  'no library': { id: 'no-library', library: 'no library', name: '' },
  'latchkey, without a session': nameSubject('latchkey', 'latchkey', 'anonymous'),
  'latchkey, a session': nameSubject('latchkey', 'latchkey', 'session'),
  '@auth/qwik, without a session': nameSubject('auth-qwik', '@auth/qwik', 'anonymous'),
  '@auth/qwik, a session': nameSubject('auth-qwik', '@auth/qwik', 'session'),
}

/**
 * @param {string} id
 * @param {string} library
 * @param {'anonymous' | 'session'} who
 */
function nameSubject(id, library, who) {
  const name = who === 'session' ? 'with a session' : 'without a session'
  return { id: `${id}-${who}`, library, name }
}

/**
 * The same app three times: without a library, with ours, with @auth/qwik.
 *
 * @param {string} folder
 */
async function makeApps(folder) {
  const starter = join(folder, 'starter')
  const ours = join(folder, 'latchkey')
  const theirs = join(folder, 'auth-qwik')
  await makeStarter(starter, generations.v1)
  write(starter, ordersPage)

  await addPackage(starter, ours, await pack(folder))
  const init = ['exec', '--', 'latchkey', 'init', '--yes', '--providers', 'credentials,github']
  await npm('npx latchkey init', ours, init)
  write(ours, { [plugin]: writeAuthorize(readFileSync(join(ours, plugin), 'utf8')) })

  await addPackage(starter, theirs, '-D', '@auth/qwik@0.9.1')
  write(theirs, { ...authQwikApp, '.env': readFileSync(join(ours, '.env'), 'utf8') })

  for (const app of [starter, ours, theirs]) {
    await buildApp(basename(app), app)
    await buildWhole(basename(app), app)
  }
  return { starter, ours, theirs }
}
