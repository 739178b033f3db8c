package org.peerlock.examples;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.peerlock.Grant;
import org.peerlock.Inspection;
import org.peerlock.Peerlock;

/** Shows who holds a lock, and who waits for it. The two members could be two processes as well. */
public final class WhoHoldsIt {

    private WhoHoldsIt() {}

    /**
     * Inspects a lock while one member holds it and another one waits.
     *
     * @param arguments the registry directory; default: a subdirectory of the current one
     */
    public static void main(String... arguments) throws InterruptedException {
        Path directory = Path.of(arguments.length > 0 ? arguments[0] : "target/who-holds-it");
        try (Peerlock shop = join(directory, "shop");
                Peerlock office = join(directory, "office")) {
            Grant grant = shop.lock("till").withLabel("order-17").acquire();
            CompletableFuture<Grant> audit =
                    office.lock("till").withLabel("audit").acquireAsync();

            System.out.println(answer(office));

            grant.close();
            audit.join().close();
        }
    }

    private static Peerlock join(Path directory, String label) throws InterruptedException {
        return Peerlock.builder("who-holds-it")
                .directory(directory)
                .label(label)
                .join();
    }

    private static String answer(Peerlock peerlock) throws InterruptedException {
        Inspection till = peerlock.inspect("till", Duration.ofSeconds(10)); // 1 s by default
        for (Inspection.Holder holder : till.holders()) {
            System.out.println(holder.label() + " at " + holder.peer().label() + " holds it");
        }
        return till.toString(); // or all of it at once
    }
}
