import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Keeps a conversation up to date for users without an account; others use the stream of their notifications. */
export function LiveConversation({ address }: { address: string }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const source = new EventSource(address);
    source.addEventListener("change", () => void revalidate());
    return () => source.close();
  }, [address, revalidate]);
  return null;
}
