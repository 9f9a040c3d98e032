import { cpus } from 'node:os'
import { pathToFileURL } from 'node:url'

/**
 * What requests cost that are made to be expensive: milliseconds of processor time each, beside a plain
 * request. `node bench/hostile.mjs [core.js …]` measures builds against each other in turns.
 */
const builds = process.argv.slice(2).map((path) => pathToFileURL(path).href)
const rounds = 40

const origin = 'https://app.example'
const config = {
  secret: 'a-Long-enough-5ecret-0f-random-characters',
  origin,
  limits: /** @type {const} */ (false),
  logger: { error() {}, warn() {}, debug() {} },
  providers: [{ id: 'form', name: 'Form', type: 'credentials', authorize: () => null }],
}

const boundary = 'x'
const part = (/** @type {number} */ at) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${at}"\r\n\r\n\r\n`

/** @type {Readonly<Record<string, () => Request>>} */
const requests = {
  'a plain form': () => postRequest('application/x-www-form-urlencoded', 'a=1&b=2'),
  '5,000 cookies': () =>
    new Request(`${origin}/auth/session`, {
      headers: { cookie: `${'a=1;'.repeat(5000)}__Host-authjs.session-token.0=x` },
    }),
  '5,000 cookies and a form': () =>
    postRequest('application/x-www-form-urlencoded', 'a=1', {
      cookie: Array.from({ length: 5000 }, (_, at) => `c${at}=value${at}`).join('; '),
    }),
  'multipart, 1,000 parts': () =>
    postRequest(
      `multipart/form-data; boundary=${boundary}`,
      `${Array.from({ length: 1000 }, (_, at) => part(at)).join('')}--${boundary}--\r\n`,
    ),
  'multipart, 16,000 headers in a part': () =>
    postRequest(
      `multipart/form-data; boundary=${boundary}`,
      `--${boundary}\r\n${'a:\r\n'.repeat(16_000)}content-disposition: form-data; name="a"\r\n\r\n1\r\n--${boundary}--\r\n`,
    ),
  'JSON, 6,000 keys': () =>
    postRequest(
      'application/json',
      JSON.stringify(Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`k${at}`, 1]))),
    ),
  'JSON, 32,000 levels': () =>
    postRequest('application/json', `{"a":${'['.repeat(32_000)}${']'.repeat(32_000)}}`),
  '30,000 form fields': () => postRequest('application/x-www-form-urlencoded', 'a&'.repeat(30_000)),
}

/**
 * @param {string} type
 * @param {string} body
 * @param {Record<string, string>} headers
 */
function postRequest(type, body, headers = {}) {
  return new Request(`${origin}/auth/callback/form`, {
    method: 'POST',
    body,
    headers: { 'content-type': type, origin, 'sec-fetch-site': 'same-origin', ...headers },
  })
}

const cores = await Promise.all(builds.map((url) => import(url)))
console.log(`Node ${process.version}, ${cpus()[0]?.model}; median of ${rounds} rounds`)
for (const [name, make] of Object.entries(requests)) {
  /** @type {number[][]} */
  const samples = cores.map(() => [])
  for (let round = 0; round < rounds + 10; round++) {
    for (const [at, { Auth }] of cores.entries()) {
      const request = make()
      const before = process.cpuUsage()
      const response = await Auth(request, config)
      await response.text()
      const { user, system } = process.cpuUsage(before)
      if (round >= 10) samples[at]?.push((user + system) / 1000)
    }
  }
  const medians = samples.map((all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0)
  console.log(name.padEnd(38), ...medians.map((ms) => `${ms.toFixed(2)} ms`.padStart(10)))
}
