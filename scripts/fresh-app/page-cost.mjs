import assert from 'node:assert/strict'
import { startServer } from './server.mjs'
import { person } from './sign-in.mjs'

const rounds = 40
const requestsARound = 100
const path = '/orders/'

/** A page as applications have them: a list of two hundred rows, the same in every app. */
export const ordersPage = {
  'src/routes/orders/index.tsx': `import { component$ } from "@builder.io/qwik";
import { routeLoader$ } from "@builder.io/qwik-city";

export const useOrders = routeLoader$(() =>
  Array.from({ length: 200 }, (_, id) => ({
    id,
    customer: \`Customer \${id % 17}\`,
    total: (id * 7.31).toFixed(2),
  })),
);

export default component$(() => {
  const orders = useOrders();
  return (
    <table>
      <tbody>
        {orders.value.map(({ id, customer, total }) => (
          <tr key={id}>
            <td>{id}</td>
            <td>{customer}</td>
            <td>{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
});
`,
}

/** @typedef {{ name: string, server: import('./server.mjs').Server, cookie: string, costs: number[] }} Lane */

/**
 * What a rendered page costs its server, by processor time, beside the same page without a sign-in.
 *
 * @param {string} starter
 * @param {Readonly<Record<string, string>>} apps their folders, by name
 * @returns {Promise<Record<string, { 'µs a page': number, 'more than without a library (%)': number }>>}
 */
export async function measurePageCost(starter, apps) {
  const bare = await startServer(starter, 'whole', path)
  const servers = [bare]
  /** @type {Lane[]} */
  const lanes = [{ name: 'no library', server: bare, cookie: '', costs: [] }]
  try {
    for (const [name, folder] of Object.entries(apps)) {
      const server = await startServer(folder, 'whole', path)
      servers.push(server)
      const cookie = await signIn(server.origin)
      lanes.push({ name: `${name}, without a session`, server, cookie: '', costs: [] })
      lanes.push({ name: `${name}, a session`, server, cookie, costs: [] })
    }
    // The first rounds are for the compiler.
    for (let round = -10; round < rounds; round++) {
      for (const lane of rotate(lanes, round)) {
        const cost = await measureLane(lane)
        if (round >= 0) lane.costs.push(cost)
      }
    }
  } finally {
    for (const server of servers) await server.stop()
  }
  const base = lanes[0]?.costs ?? []
  const rows = lanes.map(({ name, costs }) => {
    const shares = costs.map((cost, round) => (cost / (base[round] ?? NaN) - 1) * 100)
    const row = {
      'µs a page': Math.round(median(costs)),
      'more than without a library (%)': Number(median(shares).toFixed(1)),
    }
    return /** @type {const} */ ([name, row])
  })
  return Object.fromEntries(rows)
}

/**
 * @param {Lane} lane
 * @returns {Promise<number>} microseconds of the processor, a page
 */
async function measureLane({ server, cookie }) {
  const headers = { accept: 'text/html', ...(cookie && { cookie }) }
  const before = await server.processorTime()
  for (let sent = 0; sent < requestsARound; sent++) {
    const response = await fetch(server.origin + path, { headers })
    assert.equal(response.status, 200)
    await response.arrayBuffer()
  }
  return ((await server.processorTime()) - before) / requestsARound
}

/**
 * Signs in through the routes, and gives the session's cookie.
 *
 * @param {string} origin
 */
async function signIn(origin) {
  const csrf = await fetch(`${origin}/auth/csrf`)
  const known = csrf.ok ? await csrf.json() : {}
  const cookies = csrf.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  const { email, password } = person
  const response = await fetch(`${origin}/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: cookies.join('; ') },
    body: new URLSearchParams({ email, password, ...known }),
  })
  const session = response.headers.getSetCookie().find((line) => line.includes('session-token='))
  assert.ok(session, 'a session cookie')
  const cookie = session.split(';', 1)[0] ?? ''
  const read = await fetch(`${origin}/auth/session`, { headers: { cookie } })
  assert.match(await read.text(), /ada@example\.com/)
  return cookie
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {number} by
 */
function rotate(list, by) {
  const at = ((by % list.length) + list.length) % list.length
  return [...list.slice(at), ...list.slice(0, at)]
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN
}
