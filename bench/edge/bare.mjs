import { emailOf } from '../subjects/visitor.mjs'

/** What a worker takes that does nothing. */
export default {
  fetch: () => Response.json({ user: { email: emailOf(0) } }),
}
