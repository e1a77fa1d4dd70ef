/** A fake lease without a store, for a shop's own component tests. */
export { type FakeLeaseCall, type FakeLeaseClient, type FakeLeaseOptions, fakeLeaseClient } from "./fake-client.js"
export type { FakeWidgetEnd } from "./fake-widget.js"
