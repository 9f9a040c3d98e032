import { component$ } from '@builder.io/qwik'
import {
  Form,
  routeAction$,
  routeLoader$,
  type DocumentHead,
  type RequestHandler,
} from '@builder.io/qwik-city'
import { requireSession } from 'latchkey'
import type { DemoSession } from '../../auth-config'
import { bookBoat } from '../../book-boat'
import { boats } from '../../boats'
import { cancelBooking, listBookings } from '../../bookings'
import { BookingList } from '../../components/booking-list'
import { nameOf } from '../../name-of'
import { showAgain } from '../../show-again'
import { textOf } from '../../text-of'

export const head: DocumentHead = { title: 'Your bookings' }

/** Members only. The sign-in leads back here. */
export const onRequest: RequestHandler = async (event) => {
  await requireSession(event, { signInUrl: '/login/' })
}

export const useBookings = routeLoader$(async (event) => {
  const { user } = await requireSession<DemoSession>(event)
  return listBookings(user.id)
})

export const useBookBoat = routeAction$(async (fields, event) => {
  const { user } = await requireSession<DemoSession>(event)
  const member = { id: user.id, name: nameOf(user) }
  const problem = bookBoat(textOf(fields['boat']), textOf(fields['day']), member)
  if (problem) return event.fail(409, { problem })
  showAgain(event, '/bookings/')
  return undefined
})

export const useCancelBooking = routeAction$(async (fields, event) => {
  const { user } = await requireSession<DemoSession>(event)
  cancelBooking(textOf(fields['id']), user.id)
  showAgain(event, '/bookings/')
})

export default component$(() => {
  const bookings = useBookings()
  const book = useBookBoat()
  const cancel = useCancelBooking()
  return (
    <div class="sheets">
      <h1>Your bookings</h1>
      <section class="card sheet" aria-labelledby="booked">
        <h2 id="booked">Booked</h2>
        <BookingList bookings={bookings.value} cancel={cancel} />
      </section>
      <section class="card sheet" aria-labelledby="book">
        <h2 id="book">Book a boat</h2>
        {book.value?.problem && (
          <p class="alert" role="alert">
            {book.value.problem}
          </p>
        )}
        <Form action={book} class="stack">
          <div class="field">
            <label for="boat">Boat</label>
            <select id="boat" name="boat">
              {boats.map(({ id, name, kind }) => (
                <option key={id} value={id}>
                  {`${name}, ${kind.toLowerCase()}`}
                </option>
              ))}
            </select>
          </div>
          <div class="field">
            <label for="day">Day</label>
            <input id="day" name="day" type="date" required />
          </div>
          <button class="button painted">Book</button>
        </Form>
      </section>
    </div>
  )
})
