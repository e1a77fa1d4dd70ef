/** For a shop's own component tests: a lease without a store. */
export { type FakeLeaseCall, type FakeLeaseClient, type FakeLeaseOptions, fakeLeaseClient } from "./fake-client.js"
export type { FakeWidgetEnd } from "./fake-widget.js"
