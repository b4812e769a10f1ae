const worker = self as unknown as ServiceWorkerGlobalScope;

interface Declared {
  web_push: 8030;
  notification: {
    title: string;
    body: string;
    lang: string;
    dir: NotificationDirection;
    navigate: string;
    tag: string;
  };
}

worker.addEventListener("push", (event) => {
  const declared = event.data?.json() as Declared | undefined;
  if (!declared?.notification) return;
  const { title, navigate, ...options } = declared.notification;
  event.waitUntil(
    worker.registration.showNotification(title, {
      ...options,
      icon: "/icon-192.png",
      badge: "/icon-192.png",
      requireInteraction: true,
      data: { navigate },
    }),
  );
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.navigate ?? "/dashboard/inbox", worker.location.origin);
  if (url.origin !== worker.location.origin) return;
  event.waitUntil(
    (async () => {
      const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
      const open = windows.find((client) => new URL(client.url).pathname === url.pathname);
      if (open) await open.focus();
      else await worker.clients.openWindow(url.href);
    })(),
  );
});

worker.addEventListener("pushsubscriptionchange", (event) => {
  const change = event as ExtendableEvent & { oldSubscription?: PushSubscription; newSubscription?: PushSubscription };
  change.waitUntil(
    (async () => {
      const options = change.oldSubscription?.options;
      const next = change.newSubscription ?? (options && (await worker.registration.pushManager.subscribe(options)));
      if (next)
        await fetch("/push", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ on: next }),
        });
    })(),
  );
});
