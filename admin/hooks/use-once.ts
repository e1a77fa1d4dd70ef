import { type MutateOptions, type UseMutationOptions, useMutation } from "@tanstack/react-query"
import { useRef } from "react"

/**
 * Returns a function that runs `work`, or returns null if a call is already running. A disabled button isn't enough: React disables it only on the
 * next render, by which time a double click may have called the function twice.
 */
export function useOnce() {
  const running = useRef(false)
  return async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    if (running.current) return null
    running.current = true
    try {
      return await work()
    } finally {
      running.current = false
    }
  }
}

/** A mutation whose `mutate` does nothing while an earlier call is pending. */
export function useMutationOnce<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const once = useOnce()
  const { mutateAsync, ...mutation } = useMutation(options)
  // Failures are reported through `error` and the callbacks.
  const mutate = (variables: Variables, callbacks?: MutateOptions<Data, Error, Variables>) =>
    void once(() => mutateAsync(variables, callbacks).catch(() => null))
  return { ...mutation, mutate }
}
