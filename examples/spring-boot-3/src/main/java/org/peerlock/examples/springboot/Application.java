package org.peerlock.examples.springboot;

import java.nio.file.Path;
import org.peerlock.DistributedLock;
import org.peerlock.Peerlock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/**
 * A WebFlux application that takes a lock for each request. Spring serves HTTP with its own Netty
 * 4.1; Peerlock talks to other members with the Netty 4.2 that its jar contains. The application
 * calls itself once, prints the fencing token, and ends.
 */
@SpringBootApplication
@RestController
public class Application {

    private final DistributedLock lock;

    Application(Peerlock peerlock) {
        lock = peerlock.lock("invoices");
    }

    @GetMapping("/fence")
    Mono<String> fence() {
        return Mono.fromCompletionStage(() -> lock.acquireAsync()).map(grant -> {
            try (grant) {
                return Long.toString(grant.fence());
            }
        });
    }

    public static void main(String... arguments) {
        try (ConfigurableApplicationContext context = SpringApplication.run(Application.class, arguments)) {
            int port = ((WebServerApplicationContext) context).getWebServer().getPort();
            String fence = WebClient.create("http://localhost:" + port)
                    .get()
                    .uri("/fence")
                    .retrieve()
                    .bodyToMono(String.class)
                    .block();
            System.out.println("Held with fence " + fence);
        }
    }

    /** One member for the whole application; Spring closes it when the application ends. */
    @Configuration
    static class Locks {

        @Bean(destroyMethod = "close")
        Peerlock peerlock(@Value("${peerlock.directory}") Path directory) throws InterruptedException {
            return Peerlock.builder("spring-boot-3").directory(directory).join();
        }
    }
}
