import { AsyncLocalStorage } from 'node:async_hooks'
import { pathToFileURL } from 'node:url'
import { openLane } from './measure.mjs'
import { markOther } from './other-checkout.mjs'
import { raise, verify } from './subjects/subject.mjs'

/**
 * The process of one group of subjects. It runs a batch for each message that names a subject.
 *
 * @typedef {{ turn: string } | { verify: true }} Question
 */

/** @type {{ group: import('./processes.mjs').Group, effort: import('./part.mjs').Effort }} */
const { group, effort } = JSON.parse(process.argv[2] ?? '')

// A Qwik City server tracks the async context of each request, which makes every `await` of its
// process slower on Node 20. So every process here does.
new AsyncLocalStorage().enterWith({})

const subjects = await createSubjects()
await verifyAll()
/** @type {Map<string, import('./measure.mjs').Lane>} */
const lanes = new Map()
for (const subject of subjects) lanes.set(subject.id, await openLane(subject, effort))

process.on('message', (/** @type {Question} */ question) => {
  // A failure ends the process, which the measuring process reports.
  void answer(question).then((result) => process.send?.(result))
})
process.send?.(subjects.map(({ id, library, name }) => ({ id, library, name })))

/** @param {Question} question */
async function answer(question) {
  if ('verify' in question) return verifyAll()
  return (lanes.get(question.turn) ?? raise(`There is no ${question.turn}.`)).turn()
}

/** @returns {Promise<import('./subjects/subject.mjs').Subject<any>[]>} */
async function createSubjects() {
  const { folder, file, create, source } = group
  const root = folder === undefined ? new URL('..', import.meta.url) : pathToFileURL(`${folder}/`)
  const loaded = await import(new URL(`bench/subjects/${file}`, root).href)
  if (!loaded[create]) throw new Error(`${file} of ${folder ?? 'this checkout'} has no ${create}.`)
  /** @type {import('./subjects/subject.mjs').Subject<any>[]} */
  const created = await loaded[create](effort.poolSize, source)
  return folder === undefined ? created : created.map(markOther)
}

async function verifyAll() {
  for (const subject of subjects) await verify(subject, effort.poolSize)
  return 'verified'
}
