/**
 * @typedef {object} ToldStep
 * @property {string} told as the README and the guide write it
 * @property {RegExp} recorded as `first-hour.mjs` records it
 */

/**
 * The steps of the first hour, in their order. A test finds each one in the README and in the guide.
 *
 * @type {readonly ToldStep[]}
 */
export const firstHour = [
  { told: 'npm install latchkey', recorded: /^npm install latchkey$/ },
  { told: 'npx latchkey init', recorded: /^npx latchkey init --yes --providers \S+$/ },
  // With the versions that `init` prints, as both texts say.
  {
    told: 'npm install nodemailer kysely libsql',
    recorded: /^npm install nodemailer kysely(?:@\S+)? libsql$/,
  },
  { told: 'npm run dev', recorded: /^npm run dev$/ },
  { told: 'the variables of your providers in `.env`', recorded: /^fill in \.env / },
  { told: '`requireSession(event)`', recorded: /^write src\/routes\/account\/index\.tsx$/ },
  { told: 'npx latchkey doctor', recorded: /^npx latchkey doctor$/ },
  { told: 'npm run qwik add express', recorded: /^npm run qwik add express$/ },
  { told: 'npm run build', recorded: /^npm run build$/ },
  { told: 'npm run serve', recorded: /^npm run serve$/ },
]

/** Steps that make the empty app, look at a page as a visitor, or prove something. */
const around = [
  /^npm create qwik\S* empty \S+$/,
  /^(?:pin .+, )?npm install$/,
  /^npx latchkey init, again$/,
  /^open \//,
]

/**
 * Throws unless the recorded steps are those that the README tells, in its order.
 *
 * @param {readonly string[]} commands
 */
export function requireTold(commands) {
  const steps = commands.filter((command) => !around.some((pattern) => pattern.test(command)))
  for (const [at, { told, recorded }] of firstHour.entries()) {
    const command = steps[at] ?? 'nothing'
    if (!recorded.test(command)) {
      throw new Error(`The README tells "${told}" here, but the first hour did "${command}".`)
    }
  }
  const extra = steps[firstHour.length]
  if (extra !== undefined) throw new Error(`The README does not tell "${extra}".`)
}
