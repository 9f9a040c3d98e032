import { component$, type JSXOutput } from '@builder.io/qwik'
import { Form, type ActionStore } from '@builder.io/qwik-city'
import type { Booking } from '../bookings'

interface BookingListProps {
  readonly bookings: readonly Booking[]
  readonly cancel: ActionStore<unknown, Record<string, unknown>>
  /** Whether the list says who has the boat. */
  readonly namesMembers?: boolean
}

export const BookingList = component$<BookingListProps>(
  ({ bookings, cancel, namesMembers = false }): JSXOutput =>
    bookings.length === 0 ? (
      <p class="muted">No boat is booked.</p>
    ) : (
      <ul class="rows">
        {bookings.map(({ id, boat, day, userName }) => (
          <li key={id}>
            <div>
              <strong>{boat.name}</strong>
              <p class="muted">
                <time dateTime={day}>{formatDay(day)}</time>
                {namesMembers && ` · ${userName}`}
              </p>
            </div>
            <Form action={cancel}>
              <input type="hidden" name="id" value={id} />
              <button class="button compact" aria-label={`Cancel ${boat.name}, ${formatDay(day)}`}>
                Cancel
              </button>
            </Form>
          </li>
        ))}
      </ul>
    ),
)

const format = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' })

function formatDay(day: string): string {
  return format.format(new Date(day))
}
